/** YAML that cannot be read, or made JSON of. The message is what Go's libraries say. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}
