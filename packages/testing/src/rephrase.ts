/**
 * Gives an error another message. Its stack begins with the new one too, whenever the platform writes it: some write it
 * when the error is made, others when it is first read. What is in the message must have no line that begins with `at`:
 * test runners take it for a frame.
 */
export function rephrase(error: Error, message: string): void {
  const { message: before, stack } = error;
  error.message = message;
  if (stack === undefined || before === '') return;
  error.stack = stack.replace(before, () => message);
}
