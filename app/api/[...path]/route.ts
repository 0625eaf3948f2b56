import { offerCalls } from '#server/bff/call-passage.ts';
import { runningBff } from '#server/bff/running-bff.ts';

/**
 * The one door of the browser (server/bff). Next's decoded path segments are not used: the raw address is. The built server
 * asks it without Next's way around it (server/bff/call-front.ts).
 */

export const dynamic = 'force-dynamic';

async function door(request: Request): Promise<Response> {
  return runningBff()(request);
}

offerCalls(door);

export { door as DELETE, door as GET, door as POST, door as PUT };
