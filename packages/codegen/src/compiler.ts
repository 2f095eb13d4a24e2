/** The compiler that ts-morph brings: sources are read by one exact version of it, whatever a project has installed. */
export { ts } from '../compiler/typescript.js';
