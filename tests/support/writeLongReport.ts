import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../server/documents/document.ts';
import { writePdf } from '../../server/documents/pdf.ts';

/** Rows after which the memory in use is printed, in bytes. */
const marks = [1000, 3000];

const word = (): string => randomBytes(5).toString('hex');

function* batches() {
  for (let row = 0; row <= Math.max(...marks); row += 1) {
    if (marks.includes(row)) {
      globalThis.gc?.();
      console.log(process.memoryUsage().heapUsed);
    }
    yield [
      ['22-02-2024 10:00', `${word()} ${word()}`, `${word()} ${word()} ${word()}`, randomBytes(12).toString('hex')],
    ];
  }
}

const document: Document = {
  name: 'report',
  title: 'Interpretations',
  language: 'en',
  locale: 'en-GB',
  facts: [],
  totals: [],
  longest: {},
  columns: ['started', 'customer', 'note', 'id'].map((key) => ({ key, label: key, kind: 'text' })),
  batches: batches(),
  brand: {
    brand: 'Táknljós',
    colours: { accent: '#077d66', onAccent: '#ffffff', text: '#111111', textMuted: '#555555', ground: '#ffffff' },
    logo: readFileSync(join(import.meta.dirname, '../../tenants/iceland/logo.svg'), 'utf8'),
  },
  created: new Date(0),
  words: { totals: 'Totals', page: (page) => `Page ${page}` },
};

for await (const part of writePdf(document)) if (part.length === 0) throw new Error('An empty part');
