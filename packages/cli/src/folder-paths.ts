import path from 'node:path';

/** A path as the generator has it: with `/`, `.` for the root itself. */
export function relativeTo(root: string, file: string): string {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}

/** The deepest folder that both are in, or are. */
export function commonFolder(a: string, b: string): string {
  let folder = a;
  while (!`${b}${path.sep}`.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`))
    folder = path.dirname(folder);
  return folder;
}
