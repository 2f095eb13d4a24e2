import { COMMAND_PACKAGE, SCOPE } from '../../../package-names.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { toolVersions } from '../tool-versions.ts';

/**
 * The workflow that updates kb every week. What comes from the registry runs in a job that can write nothing; the other
 * one runs git and GitHub's own program only, on the patch of the first.
 */
export function updateWorkflow(): ScaffoldFile {
  return {
    path: '.github/workflows/auto_update.yml',
    whenThere: 'keep',
    content: text(`
      # Every week: if there is a newer kb, a pull request with what it changes in the project. Needs in the settings of
      # the repository, under Actions: "Allow GitHub Actions to create and approve pull requests". Workflows are left as
      # they are, since this one may not change them. The checks of the pull request start when a person closes and opens
      # it.
      name: Update kb

      on:
        schedule:
          - cron: '23 5 * * 1'
        workflow_dispatch:

      permissions:
        contents: read

      concurrency:
        group: \${{ github.workflow }}

      jobs:
        update:
          runs-on: ubuntu-latest
          timeout-minutes: 20
          outputs:
            version: \${{ steps.newest.outputs.version }}
            title: \${{ steps.update.outputs.title }}
          steps:
            - uses: actions/checkout@v5
              with:
                persist-credentials: false
            - uses: actions/setup-node@v5
              with:
                node-version: ${toolVersions.node}
            - name: The newest version
              id: newest
              env:
                GH_TOKEN: \${{ github.token }}
              run: |
                version=$(npm view ${COMMAND_PACKAGE} version)
                if grep -Fqx "cliVersion: $version" PROJECT; then
                  echo "::notice::The project has kb $version, the newest one."
                elif gh api --silent "repos/$GITHUB_REPOSITORY/branches/kb-update-$version"; then
                  echo "::notice::There is a branch kb-update-$version already."
                else
                  echo "version=$version" >> "$GITHUB_OUTPUT"
                fi
            - name: Update
              id: update
              if: steps.newest.outputs.version != ''
              env:
                VERSION: \${{ steps.newest.outputs.version }}
              run: |
                npm install --ignore-scripts --save-dev --save-exact "${COMMAND_PACKAGE}@$VERSION" "${SCOPE}/testing@$VERSION"
                title="Update kb to $VERSION"
                if npx kb update --yes --restore-path .github/workflows > "$RUNNER_TEMP/body.md"; then
                  npm install --ignore-scripts
                  npx kb generate
                else
                  cat "$RUNNER_TEMP/body.md"
                  # Only conflicts are for a person to resolve: without one the update failed.
                  git grep --quiet '^<<<<<<< '
                  title="$title, with conflicts"
                fi
                git add --all
                git diff --cached --binary > "$RUNNER_TEMP/update.patch"
                echo "title=$title" >> "$GITHUB_OUTPUT"
            - uses: actions/upload-artifact@v5
              if: steps.newest.outputs.version != ''
              with:
                name: update
                path: |
                  \${{ runner.temp }}/update.patch
                  \${{ runner.temp }}/body.md

        pull-request:
          needs: update
          if: needs.update.outputs.version != ''
          runs-on: ubuntu-latest
          timeout-minutes: 10
          permissions:
            contents: write
            pull-requests: write
          env:
            VERSION: \${{ needs.update.outputs.version }}
            TITLE: \${{ needs.update.outputs.title }}
            GH_TOKEN: \${{ github.token }}
          steps:
            - uses: actions/checkout@v5
            - uses: actions/download-artifact@v6
              with:
                name: update
                path: \${{ runner.temp }}
            - name: Branch and pull request
              run: |
                git switch --create "kb-update-$VERSION"
                git apply --index "$RUNNER_TEMP/update.patch"
                git config user.name 'github-actions[bot]'
                git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
                git commit --message "$TITLE"
                git push origin "kb-update-$VERSION"
                gh pr create --title "$TITLE" --body-file "$RUNNER_TEMP/body.md" --head "kb-update-$VERSION"
    `),
  };
}
