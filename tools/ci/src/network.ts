/**
 * What npm and Go say when something elsewhere could not be reached: a connection that was refused, cut or too slow, a
 * name that was not found, a server that answers 5xx or 429.
 */
const troubles = [
  /^npm (?:error|ERR!) code (?:E5\d\d|E429|ECONN\w+|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|EPIPE|EINTEGRITY)$/m,
  /^npm (?:error|ERR!) network /m,
  /\b(?:dial tcp|read tcp|proxyconnect tcp|TLS handshake timeout|i\/o timeout|connection reset by peer|unexpected EOF)\b/,
  /\b(?:429 Too Many Requests|50[0234] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out))/,
];

/** Whether a command that failed says that the network did: then it may be run once more. */
export function isNetworkTrouble(output: string): boolean {
  return troubles.some((trouble) => trouble.test(output));
}
