/** An instruction of a Dockerfile, such as `RUN` with its text. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A stage: from `FROM` to the next one. */
export interface Stage {
  /** The image that it begins with, without a digest. */
  readonly image: string;
  /** The name after `AS`. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile. Throws for an instruction before the first `FROM`. */
export function readDockerfile(text: string): Stage[] {
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = [];
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  for (const line of lines.join('\n').replaceAll('\\\n', ' ').split('\n')) {
    const [word = '', ...words] = line.split(/\s/).filter((one) => one !== '');
    if (word === '') continue;
    const name = word.toUpperCase();
    if (name === 'FROM') {
      const [image = '', as, stage] = words.filter((one) => !one.startsWith('--'));
      stages.push({
        image: image.split('@')[0] ?? '',
        name: as?.toUpperCase() === 'AS' ? stage : undefined,
        instructions: [],
      });
      continue;
    }
    const current = stages.at(-1);
    if (current === undefined) throw new Error(`${name} comes before the first FROM`);
    current.instructions.push({ name, text: words.join(' ') });
  }
  return stages;
}
