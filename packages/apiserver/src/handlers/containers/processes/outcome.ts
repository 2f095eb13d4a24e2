import { internalError, type JsonObject } from '@kb/apimachinery';

/** How a process in a container, or the attempt to start it, has ended. */
export type Outcome = { readonly exitCode: number } | { readonly error: string };

/** The Status of an outcome, as a kubelet writes it for clients of version 4. */
export function kubeletStatus(outcome: Outcome, command: readonly string[]): JsonObject {
  if ('error' in outcome)
    return {
      status: 'Failure',
      message: `Internal error occurred: ${outcome.error}`,
      reason: 'InternalError',
      code: 500,
    };
  const { exitCode } = outcome;
  if (exitCode === 0) return { status: 'Success' };
  const why = `error executing command [${command.join(' ')}], exit code ${exitCode}`;
  return {
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${why}`,
    ...exitDetails(exitCode),
  };
}

/** The same for clients of version 5, for which kube-apiserver translates what the kubelet writes. */
export function translatedStatus(outcome: Outcome): JsonObject {
  if ('error' in outcome) return statusWithoutType(internalError(outcome.error));
  const { exitCode } = outcome;
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  const message = `command terminated with non-zero exit code: command terminated with exit code ${exitCode}`;
  return { metadata: {}, status: 'Failure', message, ...exitDetails(exitCode) };
}

/** The text for clients of versions 1 to 3; empty for a success. */
export function outcomeText(outcome: Outcome, command: readonly string[]): string {
  const { message } = kubeletStatus(outcome, command);
  return typeof message === 'string' ? message : '';
}

function exitDetails(exitCode: number): JsonObject {
  return {
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

function statusWithoutType({ message, reason, details, code }: ReturnType<typeof internalError>): JsonObject {
  const causes = (details?.causes ?? []).map((cause) => ({ ...cause }));
  return {
    metadata: {},
    status: 'Failure',
    message: message ?? '',
    reason: reason ?? '',
    details: { causes },
    code: code ?? 500,
  };
}
