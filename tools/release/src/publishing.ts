/** What a person has to have done before anything is published. */
export interface Publishing {
  /** Whether the npm scope of the packages' names belongs to this project. */
  readonly isScopeClaimed: boolean;
  /**
   * URL of the public repository that a provenance statement names, such as `git+https://github.com/OWNER/NAME.git`;
   * undefined: there is none.
   */
  readonly repository: string | undefined;
}

/** As it is now. Set by a person, in a commit of its own. */
export const publishing: Publishing = { isScopeClaimed: false, repository: undefined };

/**
 * Why nothing is published: empty when it may be. npm makes provenance statements in workflows alone, with an identity
 * that these variables give access to.
 */
export function refusals({ isScopeClaimed, repository }: Publishing, env: Readonly<NodeJS.ProcessEnv>): string[] {
  const github = Boolean(env['GITHUB_ACTIONS'] && env['ACTIONS_ID_TOKEN_REQUEST_URL']);
  const gitlab = Boolean(env['GITLAB_CI'] && env['SIGSTORE_ID_TOKEN']);
  return [
    ...(isScopeClaimed
      ? []
      : ['nobody has claimed the npm scope @kb: claim it, and say so in tools/release/src/publishing.ts']),
    ...(repository ? [] : ['provenance names the public repository: say which in tools/release/src/publishing.ts']),
    ...(github || gitlab
      ? []
      : [
          'provenance is made in a workflow that may ask for an identity (GitHub: `permissions: id-token: write`; GitLab: `SIGSTORE_ID_TOKEN`)',
        ]),
  ];
}

/** What the package.json of a released package says of its publication. */
export function publicationOf({ repository }: Publishing, folder: string): Record<string, unknown> {
  return {
    publishConfig: { access: 'public', provenance: true },
    ...(repository !== undefined && { repository: { type: 'git', url: repository, directory: folder } }),
  };
}
