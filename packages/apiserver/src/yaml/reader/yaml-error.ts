/** The error of YAML that cannot be parsed or converted to JSON. The message is that of Go's libraries. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}
