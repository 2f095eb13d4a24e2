import { managerHelp } from '../../../../../packages/runtime/src/manager/process/manager-flags.ts';

/** The flags in the output of `--help`. */
export async function flagDefaults(): Promise<Record<string, string>> {
  const paragraphs = managerHelp().split(/^(?= {2}--)/m);
  return Object.fromEntries(
    paragraphs.flatMap((text) => {
      const name = /^ {2}(?<name>--[\w-]+)/.exec(text)?.groups?.['name'];
      const fallback = /\(default (?<text>[^)]*)\)\n$/.exec(text)?.groups?.['text'];
      return name === undefined ? [] : [[name, fallback ?? '']];
    }),
  );
}
