// The texts of the standard library that belong to the compiler: ts-morph brings them. They are loaded when they are
// asked for, which few runs do.
import { createRequire } from 'node:module';

export function libraryTexts() {
  const fromTsMorph = createRequire(createRequire(import.meta.url).resolve('ts-morph'));
  return fromTsMorph('@ts-morph/common').getLibFiles();
}
