import { testAreas } from '../../test-areas.ts';
import { serviceAccountAreas } from './index.ts';

testAreas(serviceAccountAreas);
