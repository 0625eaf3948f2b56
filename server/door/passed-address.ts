/**
 * How the address of the client gets from the web server's door to the BFF behind Next, in one process: a header that
 * the door overwrites, believed only where there is a door (the development server has none).
 */
const ADDRESS_HEADER = 'x-strategybot-client';
declare global {
  var strategybotDoor: boolean | undefined;
}

/** Said by the door, once. */
export function openPassage(): void {
  globalThis.strategybotDoor = true;
}

export function passAddress(headers: Record<string, string | string[] | undefined>, address: string): void {
  headers[ADDRESS_HEADER] = address;
}

/** The address that the door gave the request; '' when there is no door. */
export function passedAddress(headers: Headers): string {
  return globalThis.strategybotDoor === true ? (headers.get(ADDRESS_HEADER) ?? '') : '';
}
