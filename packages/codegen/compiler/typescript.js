// The compiler that ts-morph brings, without ts-morph itself: its wrappers, and the libraries that they need, would
// take half as long again to load. Plain JavaScript with declarations beside it: what is required has no types.
import { createRequire } from 'node:module';

const fromTsMorph = createRequire(createRequire(import.meta.url).resolve('ts-morph'));

export const ts = fromTsMorph('@ts-morph/common/dist/typescript.js');
