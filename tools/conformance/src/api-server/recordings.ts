import { readFileSync, writeFileSync } from 'node:fs';
import type { Answer, Area } from './sequence.ts';

/** The answers of the real server to the sequences of an area, by the names of the sequences. */
export type Recording = Readonly<Record<string, readonly Answer[]>>;

function fileOf({ name }: Area): URL {
  return new URL(`recorded/${name.replaceAll(' ', '-')}.json`, import.meta.url);
}

/** The answers that were recorded for an area. */
export function readRecording(area: Area): Recording {
  return JSON.parse(readFileSync(fileOf(area), 'utf8')) as Recording;
}

/** Keeps answers: one line for each, so that changes can be read. */
export function writeRecording(area: Area, recording: Recording): void {
  const sequences = Object.entries(recording).map(([name, answers]) => {
    const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`);
    return `  ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n  ]`;
  });
  writeFileSync(fileOf(area), `{\n${sequences.join(',\n')}\n}\n`);
}
