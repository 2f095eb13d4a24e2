import { bool, raw, string, valueMarker } from '../define-marker.ts';
import type { MarkerDefinition } from '../marker-definition.ts';

const runtimeObject = 'k8s.io/apimachinery/pkg/runtime.Object';

/**
 * Markers of the generator of Go's DeepCopy methods. kb knows them, so that types can be carried over from Go as they
 * are.
 */
export const goMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kubebuilder:object:generate',
      targets: ['folder', 'type'],
      summary: 'Makes DeepCopy methods in Go. Nothing in TypeScript, where values are copied without them.',
      example: '+kubebuilder:object:generate=true',
    },
    bool,
    () => ({ on: 'nothing' }),
  ),
  valueMarker(
    {
      name: 'k8s:deepcopy-gen',
      targets: ['folder', 'type'],
      summary: 'The older way to say kubebuilder:object:generate.',
      example: '+k8s:deepcopy-gen=package,register',
    },
    raw,
    () => ({ on: 'nothing' }),
  ),
  valueMarker(
    {
      name: 'k8s:deepcopy-gen:interfaces',
      targets: ['type'],
      summary: `The older way to say kubebuilder:object:root=true: with ${runtimeObject}. Nothing with other interfaces.`,
      example: `+k8s:deepcopy-gen:interfaces=${runtimeObject}`,
      decides: { on: 'root', as: (values) => (values.get('') === runtimeObject ? 'true' : undefined) },
    },
    string,
    (name) => (name === runtimeObject ? { on: 'root', root: true } : { on: 'nothing' }),
  ),
];
