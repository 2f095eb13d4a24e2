import { CliError } from '../cli-error.ts';
import { parseImage } from '../deploy/image.ts';
import type { DeployImage } from '../scaffold/templates/deploy-image/deploy-image.ts';

/** The flags of `kb create api --image`, and those that exclude it. */
export interface DeployImageValues {
  readonly image?: string | undefined;
  readonly 'image-container-command'?: string | undefined;
  readonly 'image-container-port'?: string | undefined;
  readonly 'run-as-user'?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly controller?: boolean | undefined;
}

/** Reads the container that the operator is to run; undefined without `--image`. Throws a CliError for wrong values. */
export function readDeployImage(values: DeployImageValues): DeployImage | undefined {
  const { image } = values;
  const dependent = ['image-container-command', 'image-container-port', 'run-as-user'] as const;
  if (image === undefined) {
    const alone = dependent.find((flag) => values[flag] !== undefined);
    if (alone !== undefined) throw wrong(`--${alone} needs --image`, 'Name the image that the operator runs.');
    return undefined;
  }
  parseImage(image);
  if (values.namespaced === false)
    throw wrong('--image and --no-namespaced exclude each other', 'The Deployment is in the namespace of the object.');
  if (values.controller === false)
    throw wrong('--image and --no-controller exclude each other', 'The controller runs the image.');
  const command = values['image-container-command']?.split(',');
  if (command?.includes('') === true)
    throw wrong(
      '--image-container-command has an empty word',
      'Expected words with commas between them: memcached,-v.',
    );
  return {
    image,
    command,
    port: wholeNumber('image-container-port', values['image-container-port'], { from: 1, to: 65_535 }),
    runAsUser: wholeNumber('run-as-user', values['run-as-user'], { from: 1, to: 2 ** 31 - 1 }),
  };
}

function wholeNumber(
  flag: string,
  text: string | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw wrong(`--${flag}: "${text}" is not a number from ${from} to ${to}`, 'Run "kb create api --help".');
}

function wrong(message: string, hint: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
}
