import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from 'talib-web';

/** The parts of the WebAssembly module that a call needs. */
interface TaLibModule {
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  ccall(name: string, result: 'number', types: readonly 'number'[], args: readonly number[]): number;
}

/** One output column: its value for bar `begin` + i is `values[i]`. */
export interface TaLibOutput {
  readonly begin: number;
  readonly values: readonly number[];
}

export type TaLib = (
  name: string,
  inputs: readonly (readonly number[])[],
  options: readonly number[],
  outputCount?: number,
) => readonly TaLibOutput[];

const DOUBLE_BYTES = 8;
const INT_BYTES = 4;

/**
 * TA-Lib's own C functions, called as its header says: start, end, inputs, options, where the first value belongs, how
 * many there are, outputs. (The package's wrapper hands them null for the two counts, which several functions read
 * back, and a last index past the end.) It also fetches its binary by file path, which Node's fetch refuses; a data
 * URL it takes.
 */
export async function startTaLib(): Promise<TaLib> {
  const file = createRequire(import.meta.url).resolve('talib-web/lib/talib.wasm');
  const url = `data:application/wasm;base64,${readFileSync(file).toString('base64')}`;
  const module = (await init(url)) as TaLibModule;
  return (name, inputs, options, outputCount = 1) => call(module, name, inputs, options, outputCount);
}

function call(
  module: TaLibModule,
  name: string,
  inputs: readonly (readonly number[])[],
  options: readonly number[],
  outputCount: number,
): readonly TaLibOutput[] {
  const length = inputs[0]?.length ?? 0;
  const column = (): number => module._malloc(length * DOUBLE_BYTES);
  const counts = module._malloc(2 * INT_BYTES);
  const ins = inputs.map((input) => {
    const address = column();
    module.HEAPF64.set(input, address / DOUBLE_BYTES);
    return address;
  });
  const outs = Array.from({ length: outputCount }, column);
  const args = [0, length - 1, ...ins, ...options, counts, counts + INT_BYTES, ...outs];
  const types = args.map(() => 'number' as const);
  const code = module.ccall(`TA_${name}`, 'number', types, args);
  const [begin = 0, count = 0] = module.HEAP32.subarray(counts / INT_BYTES, counts / INT_BYTES + 2);
  const outputs = outs.map((address) => {
    const first = address / DOUBLE_BYTES;
    return { begin, values: Array.from(module.HEAPF64.subarray(first, first + count)) };
  });
  for (const address of [counts, ...ins, ...outs]) module._free(address);
  if (code !== 0) throw new Error(`TA_${name} answered ${code}`);
  return outputs;
}
