import { type GeneratedFile, type ProjectFile, type SourceReader, withoutMark } from '@kb/codegen';

/** What a source begins with under a project's header: the header, and an empty line. Empty without a header. */
export function sourceHeader({ generate }: Pick<ProjectFile, 'generate'>, reader: SourceReader): string {
  const { sourceHeaderFile, year } = generate ?? {};
  const text = sourceHeaderFile === undefined ? undefined : reader.read(sourceHeaderFile);
  return text === undefined ? '' : beginning(text, year);
}

/** A header as sources have it, as the generator writes it: with the year. */
export function beginning(header: string, year: string | undefined): string {
  const text = header
    .replaceAll('\r\n', '\n')
    .replaceAll(' YEAR', year === undefined ? ' ' : ` ${year}`)
    .trim();
  return text === '' ? '' : `${text}\n\n`;
}

/**
 * Gives sources their headers: new ones that of the project, and those in the place of another the header that this
 * one has, which may be older. Other files stay as they are. `reader`: the files that are there. Default: none.
 */
export function withHeaders<File extends GeneratedFile>(
  files: readonly File[],
  header: string,
  reader?: SourceReader,
): File[] {
  return files.map((file) => {
    if (!isSource(file.path)) return file;
    const there = reader?.read(file.path);
    const wanted = there === undefined ? header : splitHeader(there, header).header;
    if (wanted === '' || splitHeader(file.content, header).header !== '') return file;
    return { ...file, content: asIn(file.content, wanted) + file.content };
  });
}

/** A header with the line breaks of the text that it is for. */
function asIn(text: string, header: string): string {
  return header.replaceAll(/\r?\n/g, text.includes('\r\n') ? '\r\n' : '\n');
}

/** Reads sources without their headers, of which templates know nothing. */
export function headerlessReader(reader: SourceReader, header: string): SourceReader {
  return {
    read(file) {
      const text = reader.read(file);
      return text === undefined || !isSource(file) ? text : splitHeader(text, header).body;
    },
    list: (folder) => reader.list(folder),
  };
}

/**
 * A source in two parts: its header, with the byte order mark before and the empty line after it, and the rest.
 * `header`: that of the project, which may say anything; others are known by what they speak of.
 */
export function splitHeader(text: string, header = ''): { readonly header: string; readonly body: string } {
  const plain = withoutMark(text);
  const length = text.length - plain.length + lengthOfHeader(plain, header);
  return { header: text.slice(0, length), body: text.slice(length) };
}

function isSource(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** The length of the project's header, or of a comment at the start that speaks of copyright or a license. */
function lengthOfHeader(text: string, header: string): number {
  if (header !== '' && text.startsWith(header)) return header.length;
  const end = text.startsWith('/*') ? text.indexOf('*/') + 2 : lengthOfLines(text);
  if (end < 2 || !/copyright|licen[cs]e/i.test(text.slice(0, end))) return 0;
  // A comment without an empty line after it belongs to what follows.
  const gap = /^[ \t]*\r?\n\r?\n/.exec(text.slice(end))?.[0];
  return gap === undefined ? 0 : end + gap.length;
}

/** The length of the lines of // comments at the start, if an empty line follows them. */
function lengthOfLines(text: string): number {
  const lines = /^(?:\/\/[^\n]*\n)*/.exec(text)?.[0] ?? '';
  return /^\r?\n/.test(text.slice(lines.length)) ? lines.length - 1 : 0;
}
