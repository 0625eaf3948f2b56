/** Randomness, handed in by the composition root. */
export interface Random {
  bytes(length: number): Uint8Array;
}
