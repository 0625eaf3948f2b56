/**
 * Behind whom somebody asks for work that all share places of: the address, since accounts cost nothing. Where no address is told – an
 * exchange that is called by no BFF of ours – it is the account alone.
 */
export function askerOf({
  clientIp,
  user,
}: {
  readonly clientIp: string;
  readonly user: { readonly id: number } | null;
}): string {
  return clientIp === '' ? `account ${user?.id ?? ''}` : clientIp;
}
