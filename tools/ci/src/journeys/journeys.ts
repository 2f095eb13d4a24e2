/** A place on a journey through the code. */
export interface Stop {
  /** The file, relative to the repository's folder. */
  readonly file: string;
  /** The function, class or method of that file. */
  readonly name: string;
  /** The line of the page, from 1. */
  readonly line: number;
}

/** A journey of docs/architecture.md: a walk through the code. */
export interface Journey {
  readonly title: string;
  readonly stops: readonly Stop[];
}

/** The maximum number of stops. */
export const MOST_STOPS = 15;

const STOP = /^\d+\. `(?<file>[^`]+)` › `(?<name>[\w$]+)`: \S/;

/**
 * Reads the journeys of a page: the numbered lists below the headings of level 3 in the section "Journeys". Throws an
 * Error for a list item that is not `` `file` › `function`: what happens there ``.
 */
export function readJourneys(page: string): Journey[] {
  const journeys: { title: string; stops: Stop[] }[] = [];
  let within = false;
  for (const [index, text] of page.split('\n').entries()) {
    if (text.startsWith('## ')) within = text === '## Journeys';
    if (!within) continue;
    if (text.startsWith('### ')) journeys.push({ title: text.slice('### '.length), stops: [] });
    if (!/^\d+\. /.test(text)) continue;
    const { file, name } = STOP.exec(text)?.groups ?? {};
    const journey = journeys.at(-1);
    if (file === undefined || name === undefined || journey === undefined)
      throw new Error(
        `line ${index + 1} is not a stop, as in "1. \`file\` › \`function\`: what happens there": ${text}`,
      );
    journey.stops.push({ file, name, line: index + 1 });
  }
  return journeys;
}

/**
 * Lists the problems of journeys, with remedies. `read` returns the text of a file of the repository, or undefined if
 * there is no such file.
 */
export function problemsOfJourneys(
  journeys: readonly Journey[],
  read: (file: string) => string | undefined,
): readonly string[] {
  return journeys.flatMap(({ title, stops }) => {
    const problems = stops.flatMap(({ file, name, line }) => {
      const source = read(file);
      const where = `docs/architecture.md:${line} (${title})`;
      if (source === undefined)
        return [`${where}: there is no file ${file}. Write the path that "${name}" has now, or another stop`];
      if (declares(source, name)) return [];
      return [
        `${where}: ${file} does not declare "${name}". Write where it is now, or the function that does this now`,
      ];
    });
    if (stops.length === 0) problems.push(`docs/architecture.md (${title}): has no stops`);
    if (stops.length > MOST_STOPS)
      problems.push(`docs/architecture.md (${title}): has ${stops.length} stops, at most ${MOST_STOPS} are allowed`);
    return problems;
  });
}

/** Whether a source declares a function, class, constant or method of this name, outside of comments. */
export function declares(source: string, name: string): boolean {
  return new RegExp(
    String.raw`^\s*(?:(?:export|async) )*(?:function\*?|class|const|let) ${name}\b|^\s+(?:(?:async|private|protected|static) )*\*?${name}(?:<[^>]*>)?\((?:.*(?:[{,(]|=>))?$`,
    'm',
  ).test(source);
}
