import { testAreas } from '../../test-areas.ts';
import { customRequestAreas } from './index.ts';

testAreas(customRequestAreas);
