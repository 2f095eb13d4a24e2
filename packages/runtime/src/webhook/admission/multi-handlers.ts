import type { AdmissionHandler } from './admission-handler.ts';
import { type AdmissionResponse, allowed, patched } from './admission-response.ts';

/**
 * Combines mutating handlers: controller-runtime's MultiMutatingHandler. They are called in order, each with the
 * received object, and their patches are concatenated, so they must not change the same fields. The first refusal is
 * the response.
 */
export function multiMutating(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    const answers = await askAll(handlers, request, context);
    if (!Array.isArray(answers)) return answers;
    return { ...patched(answers.flatMap(({ patches = [] }) => patches)), warnings: warningsOf(answers) };
  };
}

/**
 * Combines validating handlers: controller-runtime's MultiValidatingHandler. They are called in order; the first
 * refusal is the response.
 */
export function multiValidating(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    const answers = await askAll(handlers, request, context);
    return Array.isArray(answers) ? { ...allowed(), warnings: warningsOf(answers) } : answers;
  };
}

/** Returns the responses of all handlers, or the first refusal. */
async function askAll(
  handlers: readonly AdmissionHandler[],
  ...asked: Parameters<AdmissionHandler>
): Promise<AdmissionResponse[] | AdmissionResponse> {
  const answers: AdmissionResponse[] = [];
  for (const handler of handlers) {
    const answer = await handler(...asked);
    if (!answer.allowed) return answer;
    answers.push(answer);
  }
  return answers;
}

function warningsOf(answers: readonly AdmissionResponse[]): string[] {
  return answers.flatMap(({ warnings = [] }) => warnings);
}
