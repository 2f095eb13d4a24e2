import { testAreas } from '../../test-areas.ts';
import { found } from './index.ts';

testAreas([found]);
