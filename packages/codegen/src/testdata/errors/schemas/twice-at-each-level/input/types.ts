import type { KubernetesObject } from '@kb/apimachinery';

interface Pipe0 {
  diameter: string;
}

interface Pipe1 {
  left: Pipe0;
  right: Pipe0;
}

interface Pipe2 {
  left: Pipe1;
  right: Pipe1;
}

interface Pipe3 {
  left: Pipe2;
  right: Pipe2;
}

interface Pipe4 {
  left: Pipe3;
  right: Pipe3;
}

interface Pipe5 {
  left: Pipe4;
  right: Pipe4;
}

interface Pipe6 {
  left: Pipe5;
  right: Pipe5;
}

interface Pipe7 {
  left: Pipe6;
  right: Pipe6;
}

interface Pipe8 {
  left: Pipe7;
  right: Pipe7;
}

interface Pipe9 {
  left: Pipe8;
  right: Pipe8;
}

interface Pipe10 {
  left: Pipe9;
  right: Pipe9;
}

interface Pipe11 {
  left: Pipe10;
  right: Pipe10;
}

interface Pipe12 {
  left: Pipe11;
  right: Pipe11;
}

interface Pipe13 {
  left: Pipe12;
  right: Pipe12;
}

interface Pipe14 {
  left: Pipe13;
  right: Pipe13;
}

interface Pipe15 {
  left: Pipe14;
  right: Pipe14;
}

export interface PlantSpec {
  inlet: Pipe15;
}

// +kubebuilder:object:root=true
export interface Plant extends KubernetesObject {
  spec: PlantSpec;
}
