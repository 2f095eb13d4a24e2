// Runs before each test file (`setupFiles` in vitest.config.ts): property tests draw the same examples in every run, so
// that a change fails them, and not chance. `KB_SEED=2` before a test draws others.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['KB_SEED'] ?? 1) });
