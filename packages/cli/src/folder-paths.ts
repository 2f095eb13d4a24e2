import path from 'node:path';

/** Returns a path as the generator writes it: with `/`, and `.` for the root. */
export function relativeTo(root: string, file: string): string {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}

/** Returns the deepest folder that both paths are in or equal to. */
export function commonFolder(a: string, b: string): string {
  let folder = a;
  while (!`${b}${path.sep}`.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`))
    folder = path.dirname(folder);
  return folder;
}
