import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Answer, Area } from './sequence.ts';

/** The answers of the real server to the sequences of an area, by the names of the sequences. */
export type Recording = Readonly<Record<string, readonly Answer[]>>;

/** The folder of the recorded answers: a file for each area, with its name. */
export const recordingsFolder: URL = new URL('answers/', import.meta.url);

/** The name of an area's file in {@link recordingsFolder}, without `.json`. */
export function recordingNameOf({ name }: Pick<Area, 'name'>): string {
  return name.replaceAll(' ', '-');
}

function fileOf(area: Area): URL {
  return new URL(`${recordingNameOf(area)}.json`, recordingsFolder);
}

/** Reads the recorded answers of an area; empty if nothing has been recorded yet. */
export function readRecording(area: Area): Recording {
  if (!existsSync(fileOf(area))) return {};
  return JSON.parse(readFileSync(fileOf(area), 'utf8')) as Recording;
}

/**
 * Adds answers to the recorded ones, one per line so that changes are readable. Answers of sequences that no longer
 * exist are removed.
 */
export function writeRecording(area: Area, recording: Recording): void {
  const all = { ...readRecording(area), ...recording };
  const sequences = area.sequences.flatMap(({ name }) => {
    const answers = all[name];
    if (!answers) return [];
    const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`);
    return `  ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n  ]`;
  });
  writeFileSync(fileOf(area), `{\n${sequences.join(',\n')}\n}\n`);
}
