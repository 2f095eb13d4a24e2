/**
 * Collects findings as diagnostics, for packages that read files as the generator does. Loads no compiler.
 *
 * @module
 */
export { createReporter, type Finding, type Reporter } from './diagnostic/reporter.ts';
export { reportingReader } from './read/reporting-reader.ts';
export { withoutMark } from './text/byte-order-mark.ts';
export { compareText } from './text/compare-text.ts';
