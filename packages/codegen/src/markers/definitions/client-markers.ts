import { bool, string, valueMarker } from '../define-marker.ts';
import { folderFact } from '../folder-fact.ts';
import type { MarkerDefinition } from '../marker-definition.ts';

/** Markers of the generated interfaces for server-side apply. */
export const clientMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kubebuilder:ac:generate',
      targets: ['folder'],
      summary:
        "Says whether interfaces for server-side apply are made of this folder's types. They are, unless it says false.",
      example: '+kubebuilder:ac:generate=false',
    },
    bool,
    (generate) => folderFact('applyInterfaces', generate, (there) => `another marker of the folder says ${there}`),
  ),
  valueMarker(
    {
      name: 'kubebuilder:ac:generate',
      targets: ['type'],
      summary: 'Says whether an interface for server-side apply is made of this type, whatever the folder says.',
      example: '+kubebuilder:ac:generate=true',
    },
    bool,
    (generate) => ({ on: 'applyInterface', generate }),
  ),
  valueMarker(
    {
      name: 'kubebuilder:ac:output:package',
      targets: ['folder'],
      summary:
        "Where the interfaces for server-side apply of this folder's types go, below the folder of the generated client.",
      example: '+kubebuilder:ac:output:package="applyconfiguration"',
    },
    string,
    (folder) => {
      const parts = folder.split('/');
      if (folder.startsWith('/') || parts.some((part) => part === '' || part === '..' || !/^[\w.-]+$/.test(part)))
        return `"${folder}" is not a folder below the generated client: expected something like applyconfiguration`;
      return folderFact('applyFolder', folder, (there) => `another marker of the folder says "${there}"`);
    },
  ),
];
