import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../machine.ts';
import { type Section, sectionTable } from './section.ts';

const folder = fileURLToPath(new URL('../../../../docs/benchmarks/', import.meta.url));

/** The conditions of a measurement. */
export interface SchemaRecord {
  readonly runs: number;
  /** The machine, with its load before the first run. */
  readonly machine: Machine;
}

/** Writes the results to docs/benchmarks: as JSON and as a page. Returns the paths. */
export function recordSchema(sections: readonly Section[], record: SchemaRecord): string[] {
  mkdirSync(folder, { recursive: true });
  const files = {
    'schema.json': `${JSON.stringify({ ...record, sections }, undefined, 2)}\n`,
    'schema.md': pageOf(sections, record),
  };
  return Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
}

function pageOf(sections: readonly Section[], { runs, machine }: SchemaRecord): string {
  return `# Schemas and their rules

Written by \`npm run bench -- schema --record\`; do not edit. Medians of ${runs} runs; a ratio is the median of the ratios run by run. The definitions are those of real
projects, the objects ours (\`tools/bench/src/schema\`). ajv generates code for a schema, ours walks it; formats of texts are checked by ours only. Both servers are
separate processes, one after the other in each run, with the same requests from the same client.

${machine.cores} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load before the first run: ${machine.load}.

${sections.map(sectionTable).join('\n')}`;
}
