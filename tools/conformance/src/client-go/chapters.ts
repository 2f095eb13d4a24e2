import type { Failure, SuiteResult } from '../suite.ts';

/** What the program said of one part of client-go. */
export interface Chapter {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Reads what the program said: `# name` begins a chapter. */
export function readChapters(text: string): Chapter[] {
  const chapters: { name: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) chapters.push({ name: line.slice(2), lines: [] });
    else if (line !== '') chapters.at(-1)?.lines.push(line);
  }
  return chapters;
}

/** One case for each line that is expected; a line that is not there, or is more, fails. */
export function compareChapters(expected: readonly Chapter[], actual: readonly Chapter[]): SuiteResult {
  const failures: Failure[] = [];
  for (const { name, lines } of expected) {
    const said = actual.find((chapter) => chapter.name === name)?.lines ?? [];
    for (let index = 0; index < Math.max(lines.length, said.length); index += 1) {
      if (lines[index] === said[index]) continue;
      const message = `real: ${lines[index] ?? 'nothing'}\nours: ${said[index] ?? 'nothing'}`;
      failures.push({ name: `${name}, line ${index + 1}`, message });
    }
  }
  return { total: expected.reduce((sum, { lines }) => sum + lines.length, 0), failures };
}
