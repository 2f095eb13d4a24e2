import type { AdmissionHandler } from './admission-handler.ts';
import { type AdmissionResponse, allowed, patched } from './admission-response.ts';

/**
 * Several mutating handlers as one: controller-runtime's MultiMutatingHandler. They are asked in turn, each sees the
 * object as it came, and their patches follow one another, so they must not touch the same things. The first that
 * refuses is answered.
 */
export function multiMutating(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    const answers = await askAll(handlers, request, context);
    if (!Array.isArray(answers)) return answers;
    return { ...patched(answers.flatMap(({ patches = [] }) => patches)), warnings: warningsOf(answers) };
  };
}

/**
 * Several validating handlers as one: controller-runtime's MultiValidatingHandler. They are asked in turn; the first
 * that refuses is answered.
 */
export function multiValidating(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    const answers = await askAll(handlers, request, context);
    return Array.isArray(answers) ? { ...allowed(), warnings: warningsOf(answers) } : answers;
  };
}

/** What all answered, or the first refusal. */
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
