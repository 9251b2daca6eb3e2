import { expect, test } from '@jest/globals';
import { emptyVideo, toVideo } from './videoForm.ts';

const film = { ...emptyVideo, title: ' Signs ', category: 'c1', file: 'f1', captions: 'p1', captions_language: 'et' };

test('a video from a file is sent with its captions and their language, and without the link of the other source', () => {
  expect(toVideo({ ...film, url: 'https://films.example/1' })).toEqual({
    title: 'Signs',
    category: 'c1',
    file: 'f1',
    captions: 'p1',
    captions_language: 'et',
  });
});

test('captions that were removed take their language with them', () => {
  expect(toVideo({ ...film, captions: '' })).toMatchObject({ captions: null, captions_language: null });
  expect(toVideo({ ...film, captions_language: '' })).toMatchObject({ captions: 'p1', captions_language: null });
});

test('a video from a link is sent without the file and the captions of the other source', () => {
  expect(toVideo({ ...film, source: 'link', category: '', url: ' https://films.example/1 ' })).toEqual({
    title: 'Signs',
    category: null,
    url: 'https://films.example/1',
  });
});
