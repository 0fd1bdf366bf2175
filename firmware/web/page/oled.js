// The little screen, pixel for pixel: 128 x 64 bits in Base64, the leftmost pixel highest in its byte.
const WIDTH = 128, HEIGHT = 64;

export function drawPicture(canvas, picture) {
  if (!picture) return;
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const context = canvas.getContext("2d");
  const image = context.createImageData(WIDTH, HEIGHT);
  const [lit, dark] = [[214, 236, 255], [6, 9, 13]];
  for (let n = 0; n < WIDTH * HEIGHT; n++) {
    const colour = bytes[n >> 3] & (128 >> (n & 7)) ? lit : dark;
    image.data.set([...colour, 255], n * 4);
  }
  context.putImageData(image, 0, 0);
}
