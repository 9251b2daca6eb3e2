/** What the header of an ELF file says: a program or a shared library of Linux. */
export type Elf = {
  /** Debian's name of the processor: `amd64`, `arm64`; `unknown` for others. */
  architecture: string;
  /** Names of the shared libraries that it loads: `libc.so.6`. */
  needed: string[];
  /** The loader of a program: `/lib64/ld-linux-x86-64.so.2`; null for libraries and static programs. */
  interpreter: string | null;
};

const architectures: Record<number, string> = { 0x3e: 'amd64', 0xb7: 'arm64' };

const segments = { load: 1, dynamic: 2, interpreter: 3 };
const tags = { end: 0, needed: 1, strings: 5 };

type Segment = { type: number; offset: number; address: number; size: number };

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, bytes.indexOf(0, offset));
}

function segmentsOf(bytes: Buffer): Segment[] {
  const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: bytes.readUInt32LE(at),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      address: Number(bytes.readBigUInt64LE(at + 16)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
    };
  });
}

/** The entries of the dynamic section, `[tag, value]`. */
function dynamicOf(bytes: Buffer, all: Segment[]): [tag: number, value: number][] {
  const dynamic = all.find(({ type }) => type === segments.dynamic);
  if (!dynamic) return [];
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index): [number, number] => {
    const at = dynamic.offset + index * 16;
    return [Number(bytes.readBigInt64LE(at)), Number(bytes.readBigUInt64LE(at + 8))];
  });
  const end = entries.findIndex(([tag]) => tag === tags.end);
  return end < 0 ? entries : entries.slice(0, end);
}

/** A program without its symbols and section headers, which only debuggers read: they follow the last segment. */
export function withoutSymbols(bytes: Buffer): Buffer {
  const end = Math.max(...segmentsOf(bytes).map(({ offset, size }) => offset + size));
  const result = Buffer.from(bytes.subarray(0, end));
  // Offset of the section headers; their number, and the index of their names.
  result.fill(0, 40, 48);
  result.fill(0, 60, 64);
  return result;
}

/** Reads the header of a 64-bit little-endian ELF file; null for any other file. Nothing is executed, so the processor does not matter. */
export function readElf(bytes: Buffer): Elf | null {
  const isElf = bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isElf) return null;
  const all = segmentsOf(bytes);
  const dynamic = dynamicOf(bytes, all);
  const [, strings] = dynamic.find(([tag]) => tag === tags.strings) ?? [];
  const holder = all.find(
    ({ type, address, size }) =>
      type === segments.load && strings !== undefined && strings >= address && strings < address + size,
  );
  const table = holder && strings !== undefined ? strings - holder.address + holder.offset : null;
  const interpreter = all.find(({ type }) => type === segments.interpreter);
  return {
    architecture: architectures[bytes.readUInt16LE(18)] ?? 'unknown',
    needed:
      table === null
        ? []
        : dynamic.flatMap(([tag, value]) => (tag === tags.needed ? [textAt(bytes, table + value)] : [])),
    interpreter: interpreter ? textAt(bytes, interpreter.offset) : null,
  };
}
