import { testAreas } from '../../test-areas.ts';
import { deletionAreas } from './index.ts';

testAreas(deletionAreas);
