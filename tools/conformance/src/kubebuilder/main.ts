// Records what kubebuilder scaffolds: `--record`, for one project `--record NAME`.
import { buildPrograms } from './programs.ts';
import { writeRecording } from './recording.ts';
import { recordProjects } from './run-kubebuilder.ts';

const [flag, only] = process.argv.slice(2);
if (flag !== '--record') {
  console.error('usage: main.ts --record [NAME]');
  process.exit(2);
}
const programs = buildPrograms(['kubebuilder', 'kustomize', 'controller-gen']);
if ('reason' in programs) {
  console.error(programs.reason);
  process.exit(1);
}
try {
  for await (const recording of recordProjects(programs, console.log, only)) writeRecording(recording);
} finally {
  programs.close();
}
