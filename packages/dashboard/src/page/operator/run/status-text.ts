const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  422: 'Invalid',
  429: 'Too Many Requests',
  500: 'Internal Error',
  503: 'Unavailable',
};

/** The status of an answer with its meaning: `403 Forbidden`. */
export function statusText(status: number | undefined): string {
  if (status === undefined) return 'no answer';
  const word = words[status];
  return word === undefined ? String(status) : `${status} ${word}`;
}
