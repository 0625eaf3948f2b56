/** What the pieces of one order have moved so far: contracts, signed flow and fee in settle units. */
export interface ContractPart {
  lots: number;
  flow: bigint;
  fee: bigint;
  /** It has completed a pair, which is counted once an order. */
  isMatched: boolean;
}

/** What is left of a pair's first order that was executed in pieces. */
export type Opened = Pick<ContractPart, 'flow' | 'fee'>;

export interface StoredContractPieces {
  readonly parts: readonly (readonly [number, number, string, string, boolean])[];
  readonly opened: readonly (readonly [number, string, string])[];
}

/** By slot. */
export class ContractPieces {
  readonly parts = new Map<number, ContractPart>();
  readonly opened = new Map<number, Opened>();

  partOf(i: number): ContractPart {
    const part = this.parts.get(i) ?? { lots: 0, flow: 0n, fee: 0n, isMatched: false };
    this.parts.set(i, part);
    return part;
  }

  stored(): StoredContractPieces {
    return {
      parts: Array.from(this.parts, ([i, { lots, flow, fee, isMatched }]) => [i, lots, `${flow}`, `${fee}`, isMatched]),
      opened: Array.from(this.opened, ([i, { flow, fee }]) => [i, `${flow}`, `${fee}`]),
    };
  }

  static read({ parts, opened }: StoredContractPieces): ContractPieces {
    const pieces = new ContractPieces();
    for (const [i, lots, flow, fee, isMatched] of parts) {
      pieces.parts.set(i, { lots, flow: BigInt(flow), fee: BigInt(fee), isMatched });
    }
    for (const [i, flow, fee] of opened) pieces.opened.set(i, { flow: BigInt(flow), fee: BigInt(fee) });
    return pieces;
  }
}
