/** C-350: a creator without a nickname stays behind stars. */
export function creatorName(nickname: string): string {
  return nickname.trim() === '' ? '***' : nickname;
}
