/**
 * The TypeScript compiler inside ts-morph. Sources are always read by this exact version, whatever version a project
 * has installed.
 */
export { ts } from '../compiler/typescript.js';
