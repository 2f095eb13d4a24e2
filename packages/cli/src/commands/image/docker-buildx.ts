import { CliError } from '../../cli-error.ts';
import { defineCommand } from '../../command-line/command.ts';
import { imageFlags, runContainerTool } from '../../container/container-tool.ts';

/** `kb docker-buildx`. */
export const command = defineCommand({
  flags: {
    ...imageFlags,
    platforms: {
      type: 'string',
      value: 'OS/ARCH,OS/ARCH',
      description: 'The platforms. Default: the variable PLATFORMS, or linux/amd64,linux/arm64.',
    },
  },
  async run(values, context) {
    const platforms = values.platforms ?? (context.env['PLATFORMS'] || 'linux/amd64,linux/arm64');
    if (!/^[a-z0-9]+(?:\/[a-z0-9]+){1,2}(?:,[a-z0-9]+(?:\/[a-z0-9]+){1,2})*$/.test(platforms)) {
      throw new CliError('KB_WRONG_FLAGS', `--platforms: "${platforms}" is not a list of platforms`, {
        hint: 'Expected names such as linux/amd64, separated by commas.',
        exitCode: 2,
      });
    }
    return runContainerTool(
      values,
      ({ image, isPodman }) =>
        isPodman
          ? // A tag of Podman is one image: several platforms are a manifest list.
            [
              ['build', '--platform', platforms, '--manifest', image, '.'],
              ['manifest', 'push', '--all', image],
            ]
          : [['buildx', 'build', '--platform', platforms, '--tag', image, '--push', '.']],
      context,
    );
  },
});
