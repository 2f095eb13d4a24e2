// The generator of `kb dev` in a thread of its own: the embedded API server answers while it computes, and the compiler
// stays loaded. Each message is a folder of a project, each answer what was generated.
import { parentPort } from 'node:worker_threads';
import { generate, loadProjectFile } from '@kb/codegen';
import type { GeneratorAnswer } from './generator.ts';

parentPort?.on('message', (root: string) => void answer(root));

async function answer(root: string): Promise<void> {
  const { project, diagnostics } = loadProjectFile(root);
  let result: GeneratorAnswer;
  try {
    result = project === undefined ? { diagnostics } : await generate({ root, project });
  } catch (error) {
    result = { error };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
  parentPort?.postMessage(result);
}
