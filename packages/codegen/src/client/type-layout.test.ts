import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { format } from 'prettier';
import { test } from 'vitest';
import { interfaceOfRest } from './type-layout.ts';

const options = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../../.prettierrc.json'), 'utf8'));

test('prettier would not change an interface that extends the rest of another', async () => {
  const name = fc.integer({ min: 1, max: 70 }).map((length) => `A${'b'.repeat(length)}`);
  const fields = fc.array(
    fc.integer({ min: 1, max: 40 }).map((length) => `'${'c'.repeat(length)}'`),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(name, name, fields, async (own, source, known) => {
      const text = `${interfaceOfRest(own, 'kb.Apply', source, known)} {\n  readonly a?: string;\n}\n`;
      const formatted = await format(text, { ...options, parser: 'typescript' });
      if (formatted !== text) throw new Error(`${text}\nis for prettier\n${formatted}`);
    }),
  );
});
