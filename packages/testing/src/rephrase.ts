/**
 * Replaces the message of an error. Its stack begins with the new message too, on platforms that format the stack when
 * the error is made and on those that format it on first read. No line of the message may begin with `at`: test runners
 * would read it as a frame.
 */
export function rephrase(error: Error, message: string): void {
  const { message: before, stack } = error;
  error.message = message;
  if (stack === undefined || before === '') return;
  error.stack = stack.replace(before, () => message);
}
