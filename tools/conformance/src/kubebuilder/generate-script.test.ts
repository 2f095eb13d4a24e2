import { expect, test } from 'vitest';
import { readGenerateScript } from './generate-script.ts';

const script = `
function scaffold_test_project {
  $kb init $init_flags --owner "The authors"
  if [ $project == "one" ] ; then
    $kb create api --kind A
  fi
  if [[ $project =~ many ]] || [[ $project =~ with-plugins ]] ; then
    # A comment about $kb
    $kb create api --kind=B --image-container-command="a,-b"
  fi
}
scaffold_test_project one --plugins="go/v4"
scaffold_test_project one-many --multigroup
`;

test('reads the commands of each project', () => {
  expect(readGenerateScript(script)).toEqual([
    {
      name: 'one',
      commands: [
        ['init', '--plugins=go/v4', '--owner', 'The authors'],
        ['create', 'api', '--kind', 'A'],
      ],
    },
    {
      name: 'one-many',
      commands: [
        ['init', '--multigroup', '--owner', 'The authors'],
        ['create', 'api', '--kind=B', '--image-container-command=a,-b'],
      ],
    },
  ]);
});

test('refuses a condition that it does not know', () => {
  expect(() => readGenerateScript('if [ -f x ] ; then\nfi\nscaffold_test_project a b')).toThrow('cannot be read');
});
