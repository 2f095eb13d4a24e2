import { testAreas } from '../../test-areas.ts';
import { discoveryAreas } from './index.ts';

testAreas(discoveryAreas);
