import type { ProjectFacts } from '../../project-template.ts';
import type { ScaffoldFile } from '../../scaffold-file.ts';
import { addOnFiles } from '../add-on-files.ts';
import { editorFiles } from './editor.ts';
import { imageFiles } from './image.ts';
import { makefileFiles } from './makefile.ts';
import { manifestFiles } from './manifest.ts';
import { readmeFiles } from './readme.ts';
import { taskFiles } from './tasks.ts';
import { workflowFiles } from './workflows.ts';

const ignoredByGit = `node_modules/
.nx/
coverage/
packages/*/dist/
*.log
*.kb-*
`;

// On Windows git would otherwise check out generated files with line ends that kb does not write.
const attributesForGit = `* text=auto eol=lf
`;

/** The files of a project beside its packages and `config`. */
export function workspaceFiles(facts: ProjectFacts): ScaffoldFile[] {
  const { projectName, chart, addOns = [] } = facts;
  return [
    ...manifestFiles(facts),
    ...taskFiles(chart),
    { path: '.gitignore', content: ignoredByGit, whenThere: 'keep' },
    { path: '.gitattributes', content: attributesForGit, whenThere: 'keep' },
    ...imageFiles(),
    ...makefileFiles(facts),
    ...workflowFiles(projectName, chart),
    ...editorFiles(projectName),
    ...readmeFiles(facts),
    ...addOns.flatMap(addOnFiles),
  ];
}
