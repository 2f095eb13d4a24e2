import { SCOPE } from '../../../packages/cli/src/package-names.ts';
import { isOwnName } from './workspace-packages.ts';

/** Preconditions of publishing that a person has to fulfil. */
export interface Publishing {
  /** Whether the npm scope of the packages' names ({@link SCOPE}) belongs to this project. */
  readonly isScopeClaimed: boolean;
  /**
   * URL of the public repository for provenance statements, such as `git+https://github.com/OWNER/NAME.git`; undefined
   * if there is none.
   */
  readonly repository: string | undefined;
}

/** The current state. A person changes it, in a separate commit. */
export const publishing: Publishing = { isScopeClaimed: false, repository: undefined };

/**
 * Lists the reasons why nothing may be published; empty if it may. npm makes provenance statements only in workflows,
 * with an identity that these environment variables give access to. `names`: the packages to publish.
 */
export function refusals(
  { isScopeClaimed, repository }: Publishing,
  env: Readonly<NodeJS.ProcessEnv>,
  names: readonly string[],
): string[] {
  const github = Boolean(env['GITHUB_ACTIONS'] && env['ACTIONS_ID_TOKEN_REQUEST_URL']);
  const gitlab = Boolean(env['GITLAB_CI'] && env['SIGSTORE_ID_TOKEN']);
  return [
    ...(isScopeClaimed
      ? []
      : [
          `the npm scope ${SCOPE} is not claimed: claim it, then set isScopeClaimed in tools/release/src/publishing.ts`,
        ]),
    ...names.filter((name) => !isOwnName(name)).map((name) => `${name} is not in the npm scope ${SCOPE}`),
    ...(repository ? [] : ['provenance needs a public repository: set its URL in tools/release/src/publishing.ts']),
    ...(github || gitlab
      ? []
      : [
          'provenance needs an identity: publish in a workflow that may request one (GitHub: `permissions: id-token: write`; GitLab: `SIGSTORE_ID_TOKEN`)',
        ]),
  ];
}

/** Returns the fields of a released package's package.json that concern its publication. */
export function publicationOf({ repository }: Publishing, folder: string): Record<string, unknown> {
  return {
    publishConfig: { access: 'public', provenance: true },
    ...(repository !== undefined && { repository: { type: 'git', url: repository, directory: folder } }),
  };
}
