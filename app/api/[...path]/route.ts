import { runningBff } from '#server/bff/running-bff.ts';

/** The one door of the browser (server/bff). Next's decoded path segments are not used: the raw address is. */

export const dynamic = 'force-dynamic';

async function door(request: Request): Promise<Response> {
  return runningBff()(request);
}

export { door as DELETE, door as GET, door as POST, door as PUT };
