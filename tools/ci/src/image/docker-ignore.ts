/**
 * Reads a `.dockerignore` and returns whether it leaves a file out of the build context. `file`: relative to the
 * context, with `/`. The last pattern that matches the file, or a folder that it is in, decides.
 */
export function readDockerIgnore(text: string): (file: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const included = line.startsWith('!');
      const pattern = (included ? line.slice(1) : line).replaceAll(/^\/|\/$/g, '');
      return { included, matches: expressionOf(pattern) };
    });
  return (file) => {
    const parts = file.split('/');
    const names = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const last = patterns.findLast(({ matches }) => names.some((name) => matches.test(name)));
    return last !== undefined && !last.included;
  };
}

/** `**` is any number of folders, `*` and `?` stay within a name. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:[^/]*/)*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`);
}
